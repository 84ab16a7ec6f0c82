"""Settings: the environment, read once; a wrong value is one clear line that names the mend (DESIGN §11)."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import SettingsError


class Settings(BaseSettings):
    """Everything that the environment (or `.env`) says, with its defaults."""

    model_config = SettingsConfigDict(
        env_file=".env", env_prefix="COUNTERSIGN_", extra="ignore", populate_by_name=True
    )

    openai_api_key: SecretStr | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    openai_base_url: str = Field(default="", validation_alias="OPENAI_BASE_URL")
    database_url: str = Field(default="", validation_alias="DATABASE_URL")

    model: str = ""
    light_model: str = ""
    model_way: Literal["tools", "schema", "fenced"] = "tools"
    model_concurrency: int = Field(default=8, ge=1, le=1_000)
    daily_tokens: int = Field(default=200_000, ge=1)
    data_dir: Path = Path("data")
    web_address: str | None = None
    secret_key: SecretStr | None = None
    language: Literal["en", "zh", ""] = ""
    log_format: Literal["text", "json"] = "text"

    @property
    def has_model(self) -> bool:
        """Whether a model is configured: an endpoint of one's own, or a key, and a model's name."""
        return bool(self.model and (self.openai_base_url or self.openai_api_key))

    @property
    def store_url(self) -> str:
        """The database: the one named, else a file in the data folder."""
        return self.database_url or f"sqlite:///{(self.data_dir / 'countersign.db').absolute()}"


_MENDS = {
    "openai_base_url": "OPENAI_BASE_URL must be an http or https address, such as http://127.0.0.1:8080/v1",
    "model_way": "COUNTERSIGN_MODEL_WAY must be tools, schema or fenced",
    "model_concurrency": "COUNTERSIGN_MODEL_CONCURRENCY must be a whole number from 1 to 1000",
    "daily_tokens": "COUNTERSIGN_DAILY_TOKENS must be a whole number of tokens, 1 or more",
    "language": "COUNTERSIGN_LANGUAGE must be en or zh",
    "log_format": "COUNTERSIGN_LOG_FORMAT must be text or json",
}


def read_settings() -> Settings:
    """The settings as the environment has them. Raises SettingsError, one sentence that names the mend."""
    try:
        settings = Settings()
    except ValidationError as problem:
        field = str(problem.errors()[0]["loc"][0]).lower()
        name = field if field in _MENDS else field.removeprefix("countersign_")
        raise SettingsError(
            name.upper(), _MENDS.get(name, f"{name.upper()} has a value I can't use")
        ) from None
    if settings.openai_base_url and not settings.openai_base_url.startswith(("http://", "https://")):
        raise SettingsError("OPENAI_BASE_URL", _MENDS["openai_base_url"])
    if settings.openai_api_key and not settings.model:
        raise SettingsError(
            "COUNTERSIGN_MODEL",
            "OPENAI_API_KEY is set: name the model to use in COUNTERSIGN_MODEL, or unset it",
        )
    return settings
