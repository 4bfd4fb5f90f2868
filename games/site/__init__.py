"""Pages of the site itself: rules, API reference, credits, errors, web app."""
