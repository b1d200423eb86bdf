"""What pydantic found wrong, as French lines that name file, line and field."""

from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from content import schema
from content.yaml12 import ContentError, Document, Where, field_name

_FIELDS = sorted(
    {
        field
        for model in vars(schema).values()
        if isinstance(model, type) and issubclass(model, BaseModel)
        for field in model.model_fields
    }
)

#: By pydantic's stable error codes; {names} come from the error's context.
_MESSAGES = {
    "missing": "champ manquant : l'ajouter",
    "string_type": "texte attendu, lu « {input} » : le mettre entre guillemets",
    "int_parsing": "nombre entier attendu, lu « {input} » : l'écrire en chiffres",
    "int_parsing_size": "nombre trop grand : le corriger",
    "int_from_float": "nombre entier attendu, lu « {input} » : l'arrondir",
    "int_type": "nombre entier attendu : l'écrire en chiffres",
    "literal_error": "« {input} » refusé : mettre {expected}",
    "union_tag_invalid": "type de carte « {tag} » inconnu : mettre {expected_tags}",
    "union_tag_not_found": "type de carte manquant : ajouter « type » ({types})",
    "tuple_type": "liste attendue : commencer chaque élément par un tiret",
    "model_type": "bloc de champs attendu : écrire « champ: valeur », une ligne par champ",
    "model_attributes_type": "bloc de champs attendu : écrire « champ: valeur », une ligne par champ",
    "too_long": "{actual_length} éléments au lieu de {max_length} : en ôter",
    "too_short": "{actual_length} éléments au lieu de {min_length} : en ajouter",
    "less_than_equal": "« {input} » est trop grand : mettre au plus {le}",
    "greater_than_equal": "« {input} » est trop petit : mettre au moins {ge}",
}
#: Lists of blocks that authors are tempted to write as plain texts.
_LABELLED = ("elements", "items", "proposals")
_SHOWN = 40


def explain(error: ValidationError, document: Document) -> ContentError:
    """The first error in the order of the file; `others` holds the rest."""
    found = [_one(details, document) for details in error.errors(include_url=False)]
    found.sort(key=lambda e: e.line or 0)
    found[0].others = tuple(found[1:])
    return found[0]


def _one(details: ErrorDetails, document: Document) -> ContentError:
    context: dict[str, Any] = details.get("ctx", {})
    cause = context.get("error")
    at = cause.at if isinstance(cause, schema.FieldError) else ()
    where = (*_without_tag(details["loc"]), *at)
    if details["type"].startswith("union_tag"):
        where = (*where, "type")
    return ContentError(document.path, document.line(where), field_name(where), _message(details, context, where))


def _message(details: ErrorDetails, context: dict[str, Any], where: Where) -> str:
    kind = details["type"]
    if kind == "value_error":
        return str(context["error"])
    if kind == "missing" and isinstance(where[-1], int):
        return "élément manquant : l'ajouter"
    if kind == "extra_forbidden":
        if where[-1] in _FIELDS:
            return f"« {where[-1]} » n'est pas un champ de ce bloc : l'ôter, ou corriger son retrait"
        close = get_close_matches(str(where[-1]), _FIELDS, n=1)
        return f"champ inconnu : écrire « {close[0]} » ?" if close else "champ inconnu : l'ôter"
    if kind not in _MESSAGES:
        return f"valeur refusée ({details['msg']}) : la corriger"
    shown = " ".join(str(details["input"]).split())
    shown = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"
    if kind == "model_type" and len(where) > 1 and where[-2] in _LABELLED and isinstance(details["input"], str):
        return f"bloc de champs attendu : écrire {{label: {shown}}}"
    words = {name: str(value).replace("' or '", "' ou '") for name, value in context.items()}
    words |= {"input": shown, "types": " ou ".join(schema.CARD_TYPES)}
    return _MESSAGES[kind].format_map(words)


def _without_tag(loc: tuple[str | int, ...]) -> Where:
    """Pydantic names the type of the card after its index; the file does not."""
    return (*loc[:2], *loc[3:]) if loc[:1] == ("cards",) and len(loc) > 2 else loc
