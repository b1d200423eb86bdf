"""What can be set before a Trou Noir."""

from pydantic import BaseModel, ConfigDict, Field


class Options(BaseModel):
    """N1: `depart` is the ladder's first square. N11: `temps_reponse_s` is the time to begin an answer."""

    model_config = ConfigDict(extra="forbid")

    depart: int = Field(default=200, ge=100, le=300, multiple_of=10)
    temps_reponse_s: float = Field(default=20, ge=3, le=120)
    temps_premier_s: float = Field(default=10, ge=3, le=60)


class Start(BaseModel):
    """Where a scenario begins: `scores` by player, `first` the player who answers first."""

    model_config = ConfigDict(extra="forbid")

    scores: dict[str, int] = {}
    first: str | None = None
