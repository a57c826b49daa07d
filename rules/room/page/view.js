// The map on the screen. Leaflet pans, zooms and loads the boards' tiles; everything else is drawn
// on one canvas over them, in px of the boards. Nothing outside this file knows Leaflet.

const L = /** @type {any} */ (window).L;
/** Px of a hex in whose counter a name can be read. */
const READABLE = 44;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class View extends EventTarget {
  /** @param {HTMLElement} element */
  constructor(element) {
    super();
    this.element = element;
    this.map = L.map(element, {
      crs: L.CRS.Simple, minZoom: -4, maxZoom: 2, zoomSnap: 0.25, zoomDelta: 0.5,
      wheelPxPerZoomLevel: 110, keyboard: false, attributionControl: false, doubleClickZoom: false,
      zoomAnimation: !calm.matches, fadeAnimation: !calm.matches, inertia: !calm.matches,
      boxZoom: false, zoomControl: false,
    });
    L.control.zoom({position: "bottomright"}).addTo(this.map);
    this.canvas = document.createElement("canvas");
    this.canvas.className = "leaflet-zoom-animated";
    this.canvas.setAttribute("aria-hidden", "true");
    this.map.getPanes().overlayPane.append(this.canvas);
    /** @type {Map<string, {order: number, paint: Function}>} */
    this.painters = new Map();
    this.map.on("move zoomend viewreset resize", () => this.draw());
    this.map.on("moveend zoomend", () => this.dispatchEvent(new Event("looked")));
    this.map.on("zoomanim", (told) => this.follow(told));
    for (const name of ["click", "contextmenu", "mousemove"]) {
      this.map.on(name, (told) => this.tell(name, told));
    }
    this.waiting = 0;
  }

  /** Show a map. @param {import("./lattice.js").Lattice} lattice
   * @param {string} art the address below which pictures are */
  show(lattice, art) {
    this.lattice = lattice;
    this.art = art;
    const [width, height] = lattice.size;
    const bounds = L.latLngBounds([[-height, 0], [0, width]]);
    this.over(null);
    this.tiles?.remove();
    // The bounds of the map before would draw this one back to where that one was.
    this.map.setMaxBounds();
    this.map.fitBounds(bounds, {animate: false});
    this.extent = bounds;
    this.tiles = L.tileLayer(`${art}/${lattice.name}/tiles/{z}/{x}/{y}.webp`, {
      tileSize: lattice.tile, minNativeZoom: 1 - lattice.levels, maxNativeZoom: 0, minZoom: -4,
      maxZoom: 2, bounds, noWrap: true, keepBuffer: 1, updateWhenZooming: false,
    }).addTo(this.map);
    this.map.setMaxBounds(bounds.pad(0.25));
  }

  /** Load all tiles anew. Leaflet's own way takes a zoom between two levels for one of them. */
  reload() {
    for (const one of [this.tiles, this.own]) one?.remove().addTo(this.map);
  }

  /** Lay other boards over ours, null for none. Ours stay loaded below: they are what is shared.
   * @param {((ctx: CanvasRenderingContext2D) => void) | null} paint them, in px of our boards
   * @param {number} [opacity] of theirs; 1: ours are not seen */
  over(paint, opacity = 1) {
    this.own?.remove();
    this.own = null;
    this.tiles?.setOpacity(paint && opacity === 1 ? 0 : 1);
    if (!paint) return;
    const {lattice} = this;
    const Own = L.GridLayer.extend({
      createTile: ({x, y, z}) => {
        const tile = document.createElement("canvas"), scale = 2 ** z;
        tile.width = tile.height = lattice.tile;
        const ctx = tile.getContext("2d");
        ctx.imageSmoothingQuality = "high";
        ctx.setTransform(scale, 0, 0, scale, -x * lattice.tile, -y * lattice.tile);
        paint(ctx);
        return tile;
      },
    });
    this.own = new Own({
      tileSize: lattice.tile, minNativeZoom: 1 - lattice.levels, maxNativeZoom: 0, minZoom: -4,
      maxZoom: 2, bounds: this.extent, noWrap: true, keepBuffer: 1, updateWhenZooming: false,
      opacity, zIndex: 2, className: "own-boards",
    }).addTo(this.map);
  }

  /** The loaded tiles of our own drawing, whatever lies over them. */
  get drawn() {
    return this.tiles?.getContainer()?.querySelectorAll("img.leaflet-tile-loaded") ?? [];
  }

  /** Paint something whenever the map is drawn. @param {string} name @param {number} order
   * @param {((ctx: CanvasRenderingContext2D, look: object) => void) | null} paint */
  painter(name, order, paint) {
    if (paint) this.painters.set(name, {order, paint});
    else this.painters.delete(name);
    this.draw();
  }

  /** Draw soon, once, however often it is asked for. */
  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.paint();
    });
  }

  paint() {
    if (!this.lattice) return;
    const {map, canvas} = this, size = map.getSize();
    canvas.style.width = `${size.x}px`;
    canvas.style.height = `${size.y}px`;
    this.bounds = map.getBounds();
    L.DomUtil.setTransform(canvas, map.containerPointToLayerPoint([0, 0]), 1);
    this.draws(canvas);
    this.dispatchEvent(new Event("painted"));
  }

  /** Draw what lies over the boards on a canvas. @param {HTMLCanvasElement} canvas
   * @param {boolean} [shared] whether somebody else is to see it */
  draws(canvas, shared = false) {
    const {map} = this, size = map.getSize(), dense = window.devicePixelRatio || 1;
    const width = Math.round(size.x * dense), height = Math.round(size.y * dense);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const ctx = canvas.getContext("2d");
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const scale = 2 ** map.getZoom();
    const origin = map.latLngToContainerPoint([0, 0]);
    ctx.setTransform(scale * dense, 0, 0, scale * dense, origin.x * dense, origin.y * dense);
    const look = {
      scale, shared, lattice: this.lattice, left: -origin.x / scale, top: -origin.y / scale,
      right: (size.x - origin.x) / scale, bottom: (size.y - origin.y) / scale,
    };
    const painters = [...this.painters.values()].sort((a, b) => a.order - b.order);
    for (const {paint} of painters) {
      ctx.save();
      paint(ctx, look);
      ctx.restore();
    }
  }

  /** Move the picture along while Leaflet animates a zoom. */
  follow(told) {
    if (!this.bounds) return;
    const corner = this.map._latLngBoundsToNewLayerBounds(this.bounds, told.zoom, told.center).min;
    L.DomUtil.setTransform(this.canvas, corner, this.map.getZoomScale(told.zoom));
  }

  /** Tell of a click or a move over a hex. */
  tell(name, told) {
    const hex = this.lattice?.hexAt(told.latlng.lng, -told.latlng.lat);
    const event = told.originalEvent;
    this.dispatchEvent(new CustomEvent(name, {
      detail: {hex, x: told.latlng.lng, y: -told.latlng.lat, more: event.shiftKey, event},
    }));
  }

  /** Zoom in or out. @param {number} by */
  zoom(by) {
    this.map.setZoom(this.map.getZoom() + by, {animate: !calm.matches});
  }

  /** Bring hexes into sight. @param {{x: number, y: number}[]} hexes @param {number} [most] */
  fit(hexes, most = 0) {
    if (!hexes.length) return;
    const points = hexes.map(({x, y}) => [-y, x]);
    const bounds = L.latLngBounds(points);
    this.map.fitBounds(bounds, {padding: [60, 60], maxZoom: most, animate: false});
  }

  /** Look where hexes are, all of them if counters can be read then; else where most of them are,
   * so near that they can. @param {{x: number, y: number}[]} hexes @param {number} most */
  open(hexes, most) {
    this.fit(hexes, most);
    const least = Math.min(most, Math.ceil(4 * Math.log2(READABLE / this.lattice.pitch)) / 4);
    if (this.map.getZoom() >= least) return;
    const {x: width, y: height} = this.map.getSize(), scale = 2 ** least;
    const near = (one) => hexes.filter(({x, y}) => Math.abs(x - one.x) * scale * 2 < width - 60
      && Math.abs(y - one.y) * scale * 2 < height - 60);
    const best = hexes.map(near).reduce((one, other) => (other.length > one.length ? other : one));
    const middle = (axis) => (Math.min(...best.map(axis)) + Math.max(...best.map(axis))) / 2;
    this.map.setView([-middle(({y}) => y), middle(({x}) => x)], least, {animate: false});
  }

  /** What is looked at: its middle in px of the boards, and how near. */
  get looks() {
    const {lat, lng} = this.map.getCenter();
    return {x: lng, y: -lat, zoom: this.map.getZoom()};
  }

  /** What of the boards is in the window, px. */
  get seen() {
    const bounds = this.map.getBounds();
    return {left: bounds.getWest(), top: -bounds.getNorth(), right: bounds.getEast(),
      bottom: -bounds.getSouth()};
  }

  /** Look somewhere. @param {number} x @param {number} y @param {number} zoom */
  look(x, y, zoom) {
    this.map.setView([-y, x], zoom, {animate: false});
  }

  /** Have a hex in sight, moving as little as can be. @param {{x: number, y: number}} hex */
  reveal(hex) {
    const at = this.map.latLngToContainerPoint([-hex.y, hex.x]), size = this.map.getSize();
    const edge = Math.min(90, size.x / 5, size.y / 5);
    if (at.x < edge || at.y < edge || at.x > size.x - edge || at.y > size.y - edge) {
      this.map.panTo([-hex.y, hex.x], {animate: !calm.matches, duration: 0.15});
    }
  }

  /** Whether a hex is in sight. @param {{x: number, y: number} | undefined} hex */
  sees(hex) {
    return Boolean(hex) && this.map.getBounds().contains([-hex.y, hex.x]);
  }

  /** Where a hex is in the window. @param {{x: number, y: number}} hex */
  screen(hex) {
    const {x, y} = this.map.latLngToContainerPoint([-hex.y, hex.x]);
    const box = this.element.getBoundingClientRect();
    return {x: x + box.left, y: y + box.top};
  }

  resized() {
    this.map.invalidateSize({animate: false});
  }
}
