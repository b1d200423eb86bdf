"""The port to what the table sees in the room: captions, the game's view, who is being listened to, what was heard."""

from typing import Protocol

from host.dialogue.requests import View


class Screen(Protocol):
    def caption(self, text: str) -> None:
        """The host says this, now. Every sound is also a caption."""
        ...

    def show(self, view: View) -> None: ...

    def listening(self, to: str | None, time_s: float, hint: str) -> None:
        """Somebody has `time_s` seconds to begin; `hint` says what may be said or typed."""
        ...

    def counted(self, found: int, wanted: int) -> None:
        """So many elements of a list so far."""
        ...

    def talking(self) -> None:
        """The talk key is held: what is said is recorded until it is let go."""
        ...

    def settled(self, heard: str) -> None:
        """Listening is over; what was understood, empty for nothing."""
        ...

    def typing(self, text: str) -> None:
        """What has been typed so far."""
        ...

    def close(self) -> None: ...
