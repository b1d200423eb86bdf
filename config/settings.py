"""Settings: `default.toml` beside this file, then the user's own file, then ANIMATEUR_… variables."""

import os
from pathlib import Path
from typing import Literal

from platformdirs import user_config_path, user_data_path
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

DEFAULTS = Path(__file__).with_name("default.toml")


class SettingsError(Exception):
    """A settings file or variable is wrong: one French line."""


def user_file() -> Path:
    """Where the user's own settings are: `config.toml`, or what ANIMATEUR_CONFIG names."""
    named = os.environ.get("ANIMATEUR_CONFIG")
    return Path(named) if named else user_config_path("animateur") / "config.toml"


class Settings(BaseSettings):
    """`data` is where evenings are kept; a gain is in decibels, `reading_cps` is how many characters
    a second a caption gives to be read without a voice; a rate is in words a minute. `vosk_model` is the folder of a
    model; None: the first one found."""

    model_config = SettingsConfigDict(env_prefix="ANIMATEUR_", extra="ignore")

    recogniser: Literal["auto", "vosk", "whisper", "keyboard"] = "auto"
    vosk_model: Path | None = None
    voice: Literal["auto", "pyttsx3", "kokoro", "none"] = "auto"
    reading_cps: float = Field(default=18, ge=5, le=1000)
    microphone: str | None = None
    speaker: str | None = None
    voice_rate_wpm: int = Field(default=170, ge=80, le=400)
    data: Path = Field(default_factory=lambda: user_data_path("animateur"))

    @field_validator("vosk_model", mode="before")
    @classmethod
    def _a_folder_or_none(cls, named: object) -> object:
        """An empty variable names no folder; ~ is the user's own."""
        return (Path(named).expanduser() if named else None) if isinstance(named, str) else named

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, [DEFAULTS, user_file()])


def load_settings() -> Settings:
    """Raises SettingsError naming the file or the field."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise SettingsError(
            f"réglage « {field} » : {first['msg']} (dans {user_file()} ou ANIMATEUR_{field.upper()})."
        ) from error
    except ValueError as error:
        raise SettingsError(f"{user_file()} : TOML illisible ({error}).") from error
