#!/bin/sh
# The few system packages that make the program better, where they can be installed; it runs without them.
# usage: system-packages.sh play|test
wanted="libportaudio2" # microphone and speakers, through PortAudio
without="ni micro ni haut-parleurs"
if [ "${1:-play}" = test ]; then # a sound server without hardware, for tests on real devices
  wanted="$wanted pulseaudio pulseaudio-utils libasound2-plugins"
  without="pas de tests sur de vrais périphériques de son"
fi

command -v dpkg-query >/dev/null 2>&1 || exit 0
missing=""
for package in $wanted; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
install() { apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1; }
if [ "$(id -u)" = 0 ] && { install || { apt-get update -qq >/dev/null 2>&1 && install; }; }; then
  exit 0
fi
echo "animateur : sans$missing, $without (pour les avoir : sudo apt-get install$missing)."
