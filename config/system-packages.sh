#!/bin/sh
# The few system packages that make the program better, where they can be installed; it runs without them.
wanted="libportaudio2" # microphone and speakers, through PortAudio

command -v dpkg-query >/dev/null 2>&1 || exit 0
missing=""
for package in $wanted; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && { apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 ||
  { apt-get update -qq >/dev/null 2>&1 && apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1; }; }; then
  exit 0
fi
echo "animateur : sans$missing, ni micro ni haut-parleurs (pour les avoir : sudo apt-get install$missing)."
