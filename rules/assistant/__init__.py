"""The rules for assistants: tools over the registry, asked over the Model Context Protocol."""
