package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.map.GlobalMap;
import VASSAL.tools.DataArchive;
import VASSAL.tools.image.ImageUtils;
import VASSAL.tools.imageop.Op;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Frame;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.imageio.ImageIO;

/** Images the module names, and pictures of its maps. */
final class ImageCommands {
  private final GameModule module;

  ImageCommands(GameModule module) {
    this.module = module;
  }

  void register(Map<String, Session.Command> commands) {
    commands.put("images", arguments -> images());
    commands.put("screenshot", this::screenshot);
    commands.put("drawn", this::drawn);
    commands.put("windows", arguments -> windows());
    commands.put("screen", ImageCommands::screen);
    commands.put("overview", arguments -> overview(GridCommands.map(arguments.text("map")).getLayeredPane()));
  }

  /** The windows that are seen: title, x, y, width, height on the screen. */
  private static Object windows() {
    final List<Object> found = new ArrayList<>();
    for (Window window : Window.getWindows()) {
      if (window.isShowing() && (window instanceof Frame || window instanceof Dialog)) {
        final String title = window instanceof Frame ? ((Frame) window).getTitle() : ((Dialog) window).getTitle();
        found.add(Arrays.asList(title, window.getX(), window.getY(), window.getWidth(), window.getHeight()));
      }
    }
    return found;
  }

  /** Whether a part of a window shows the overview of its map. */
  private static boolean overview(Component part) {
    if (part.isShowing() && part.getClass().getName().startsWith(GlobalMap.class.getName())) {
      return true;
    }
    return part instanceof Container
      && Arrays.stream(((Container) part).getComponents()).anyMatch(ImageCommands::overview);
  }

  /** The whole screen as a player sees it, into a PNG file. */
  private static Object screen(Arguments arguments) throws Exception {
    final Rectangle whole = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
    ImageIO.write(new Robot().createScreenCapture(whole), "png", new File(arguments.text("file")));
    return null;
  }

  /** Images as the engine draws them at a scale, in squares side by side, in a PNG file. */
  private Object drawn(Arguments arguments) throws Exception {
    final List<?> names = arguments.list("names");
    final int side = arguments.integer("side");
    final int columns = arguments.integer("columns");
    final BufferedImage picture = new BufferedImage(
      columns * side, (names.size() + columns - 1) / columns * side, BufferedImage.TYPE_INT_RGB);
    final Graphics2D graphics = picture.createGraphics();
    for (int n = 0; n < names.size(); n++) {
      graphics.drawImage(
        Op.scale(Op.load((String) names.get(n)), arguments.number("scale")).getImage(),
        n % columns * side, n / columns * side, null);
    }
    graphics.dispose();
    ImageIO.write(picture, "png", new File(arguments.text("file")));
    return null;
  }

  /** Every image some component or trait names: does it exist, does it decode, how large is it? */
  private Object images() {
    final Set<String> names = new TreeSet<>();
    module.addImageNamesRecursively(names);
    final List<Object> found = new ArrayList<>();
    for (String name : names) {
      if (!name.isEmpty()) {
        found.add(image(name));
      }
    }
    return found;
  }

  private Object image(String name) {
    final Map<String, Object> image =
      Json.object("name", name, "exists", false, "width", 0, "height", 0);
    final DataArchive archive = module.getDataArchive();
    final String path = name.startsWith("/") ? name : archive.getImagePrefix() + name;
    try (InputStream in = archive.getInputStream(path)) {
      image.put("exists", true);
      if (name.endsWith(".svg")) {
        image.put("width", 1);
        image.put("height", 1);
        return image;
      }
      final BufferedImage decoded = ImageIO.read(in);
      if (decoded != null) {
        image.put("width", decoded.getWidth());
        image.put("height", decoded.getHeight());
      }
    }
    catch (Exception e) {
      image.put("error", e.toString());
    }
    return image;
  }

  /** Paint a map, or the part x, y, width, height of it, at a scale into a PNG file. */
  private Object screenshot(Arguments arguments) throws Exception {
    final VASSAL.build.module.Map map = GridCommands.map(arguments.text("map"));
    final Rectangle region = new Rectangle(map.mapSize());
    if (arguments.has("width")) {
      region.setBounds(
        arguments.integer("x"), arguments.integer("y"),
        arguments.integer("width"), arguments.integer("height"));
    }
    final double scale = arguments.has("scale") ? arguments.number("scale") : 1.0;
    final BufferedImage picture = new BufferedImage(
      Math.max(1, (int) Math.round(region.width * scale)),
      Math.max(1, (int) Math.round(region.height * scale)),
      BufferedImage.TYPE_INT_RGB);
    paint(map, region, scale, picture);
    ImageIO.write(picture, "png", new File(arguments.text("file")));
    return Json.object(
      "width", picture.getWidth(), "height", picture.getHeight(), "colours", colours(picture));
  }

  private static void paint(
      VASSAL.build.module.Map map, Rectangle region, double scale, BufferedImage picture) {
    if (map.getZoomer() != null) {
      map.getZoomer().setZoomFactor(scale);
    }
    // A map without a zoomer stays at 1, and one with a zoomer may not go as far as we ask.
    final double zoom = map.getZoom();
    final Rectangle zoomed = new Rectangle(
      (int) Math.floor(region.x * zoom), (int) Math.floor(region.y * zoom),
      (int) Math.ceil(region.width * zoom) + 1, (int) Math.ceil(region.height * zoom) + 1);
    final Graphics2D graphics = picture.createGraphics();
    graphics.addRenderingHints(ImageUtils.getDefaultHints());
    graphics.scale(scale / zoom, scale / zoom);
    graphics.translate(-zoomed.x, -zoomed.y);
    graphics.setClip(zoomed);
    map.paintRegion(graphics, zoomed, null);
    graphics.dispose();
  }

  /** How many different colours a coarse sample of the picture has: 1 means blank. */
  private static int colours(BufferedImage picture) {
    final Set<Integer> seen = new HashSet<>();
    final int step = Math.max(1, Math.min(picture.getWidth(), picture.getHeight()) / 400);
    for (int x = 0; x < picture.getWidth(); x += step) {
      for (int y = 0; y < picture.getHeight(); y += step) {
        seen.add(picture.getRGB(x, y));
      }
    }
    return seen.size();
  }
}
