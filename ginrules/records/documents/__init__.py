"""Documents: values as plain JSON, as texts and as files, and the registry of all of them."""
