"""Parts of the analysis `bias`: each reads what judges said under probes, and says one thing of it."""
