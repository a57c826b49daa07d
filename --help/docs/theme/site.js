// The theme's search is a dialog without a name: a screen reader says this one.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
