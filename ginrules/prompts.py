"""Words for language models: prompts made from rules and views, and the reader of replies."""

from ginrules.show.prompts.prompt_texts import rules_prompt, view_prompt
from ginrules.show.prompts.replies import read_reply

__all__ = ["read_reply", "rules_prompt", "view_prompt"]
