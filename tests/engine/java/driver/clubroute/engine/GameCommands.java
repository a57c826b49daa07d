package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.Documentation;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.GameState;
import VASSAL.build.module.documentation.Tutorial;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.map.DeckGlobalKeyCommand;
import VASSAL.build.module.map.MassKeyCommand;
import VASSAL.build.module.properties.ChangePropertyButton;
import VASSAL.build.module.properties.MutableProperty;
import VASSAL.command.Command;
import VASSAL.counters.GamePiece;
import VASSAL.tools.io.DeobfuscatingInputStream;
import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/** Starting, loading and saving games. */
final class GameCommands {
  /** Commands within commands have their separators escaped, once for each level. */
  private static final Pattern COMMAND_SEPARATOR = Pattern.compile("\\\\*\\x1b");
  static final int SHOWN_DIFFERENCES = 5;

  private final GameModule module;
  /** Setups that were read and not started yet: reading one takes as long as starting it. */
  private final Map<PredefinedSetup, Command> read = new HashMap<>();

  GameCommands(GameModule module) {
    this.module = module;
  }

  void register(Map<String, Session.Command> commands) {
    commands.put("newgame", this::newGame);
    commands.put("setup", this::setup);
    commands.put("load", arguments -> load(new File(arguments.text("file")), seed(arguments)));
    commands.put("tutorial", arguments -> tutorial());
    commands.put("save", arguments -> save(new File(arguments.text("file"))));
    commands.put("roundtrip", arguments -> roundTrip());
    commands.put("state", arguments -> Arrays.asList(COMMAND_SEPARATOR.split(state(module))));
    commands.put("property", arguments -> property(arguments));
    commands.put("toggle", arguments -> toggle(arguments.text("name")));
    commands.put("push", arguments -> push(arguments.text("name")));
    commands.put("heap", arguments -> heap());
    commands.put("seed", this::begin);
  }

  /** The whole game as the engine saves it, before obfuscation. */
  static String state(GameModule module) {
    return module.encode(module.getGameState().getRestoreCommand());
  }

  /**
   * What a game holds, told by what its pieces stand at: their types, which nothing in a game
   * changes, are most of a saved game and of the time to write one.
   */
  static List<String> standing(GameModule module) {
    final List<String> found = new ArrayList<>();
    for (GamePiece piece : module.getGameState().getAllPieces()) {
      found.add(piece.getId() + " " + piece.getState());
    }
    for (GameComponent one : module.getGameState().getGameComponents()) {
      final Command command = one.getRestoreCommand();
      found.add(command == null ? "" : module.encode(command));
    }
    return found;
  }

  /**
   * All pieces, stacks and decks of a game in the order they were made in. The engine keeps them by
   * their ids, which it takes from the clock: its own order is another one each time.
   */
  static List<GamePiece> pieces(GameModule module) {
    final List<GamePiece> found = new ArrayList<>(module.getGameState().getAllPieces());
    found.sort(Comparator.<GamePiece>comparingInt(piece -> piece.getId().length())
      .thenComparing(GamePiece::getId));
    return found;
  }

  /** Whether two states hold the same commands; the engine does not keep the order of stacks. */
  static boolean same(String before, String after) {
    return before.equals(after) || sorted(before).equals(sorted(after));
  }

  private static List<String> sorted(String state) {
    final List<String> commands = new ArrayList<>(Arrays.asList(COMMAND_SEPARATOR.split(state)));
    Collections.sort(commands);
    return commands;
  }

  private Object newGame(Arguments arguments) throws Exception {
    module.setGameFileMode(GameModule.GameFileMode.NEW_GAME);
    end(seed(arguments));
    if (arguments.has("side")) {
      Headless.join(module, arguments.text("side"));
    }
    module.getGameState().setup(true);
    return module.getGameState().getAllPieces().size();
  }

  private Object begin(Arguments arguments) {
    Chance.begin(module, seed(arguments));
    return null;
  }

  private static long seed(Arguments arguments) {
    return arguments.integer("seed");
  }

  /** End the game that is on; the next draws and rolls what that seed gives. */
  private void end(long seed) throws Exception {
    // Else the engine asks whether to save, for which it writes the whole game to see what is new.
    Hidden.set(module.getGameState(), GameState.class, "gameStarted", false);
    module.getGameState().setup(false);
    Headless.chooseBoards(module);
    Chance.begin(module, seed);
  }

  /** Keep what a setup was read as, for its first start. */
  void keep(PredefinedSetup setup, Command command) {
    read.put(setup, command);
  }

  private Object setup(Arguments arguments) throws Exception {
    final String name = arguments.text("name");
    for (PredefinedSetup setup : module.getAllDescendantComponentsOf(PredefinedSetup.class)) {
      if (name.equals(setup.getConfigureName())) {
        final Command kept = read.remove(setup);
        if (kept != null) {
          return start(kept, seed(arguments));
        }
        try (InputStream contents = setup.getSavedGameContents()) {
          return start(module.getGameState().decodeSavedGame(contents), seed(arguments));
        }
      }
    }
    throw new IllegalArgumentException("no predefined setup is named " + name);
  }

  Object load(File file, long seed) throws Exception {
    return start(module.getGameState().decodeSavedGame(file), seed);
  }

  /** What the Help menu's tutorial does; the number of pieces and stacks in it. */
  private Object tutorial() throws Exception {
    final Documentation help = module.getComponentsOf(Documentation.class).get(0);
    return start(help.getComponentsOf(Tutorial.class).get(0).getTutorialCommand(), 0);
  }

  private Object start(Command loaded, long seed) throws Exception {
    if (loaded == null) {
      throw new IllegalArgumentException("the file holds no commands");
    }
    end(seed);
    loaded.execute();
    if (!module.getGameState().isGameStarted()) {
      throw new IllegalArgumentException("the file was read but no game started");
    }
    return module.getGameState().getAllPieces().size();
  }

  private Object save(File file) throws Exception {
    module.getGameState().saveGame(file);
    return null;
  }

  /** Save the running game, load that file, and compare the state it holds with the game loaded. */
  private Object roundTrip() throws Exception {
    final File file = File.createTempFile("roundtrip", ".vsav");
    final String before;
    try {
      save(file);
      before = saved(file);
      load(file, 0);
    }
    finally {
      Files.delete(file.toPath());
    }
    final String after = state(module);
    if (before.equals(after)) {
      return Json.object("identical", true, "same", true, "lost", List.of(), "gained", List.of());
    }
    return Json.object(
      "identical", false,
      "same", same(before, after),
      "lost", missing(before, after),
      "gained", missing(after, before));
  }

  /** The state in a saved game. To read it costs less than to have the engine write it once more. */
  private static String saved(File file) throws Exception {
    try (ZipFile zip = new ZipFile(file);
        InputStream text = new DeobfuscatingInputStream(
          zip.getInputStream(zip.getEntry(GameState.SAVEFILE_ZIP_ENTRY)))) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The first commands of one state which the other has not, in any order. */
  static List<String> missing(String wanted, String present) {
    final List<String> left = sorted(wanted);
    sorted(present).forEach(left::remove);
    return left.subList(0, Math.min(SHOWN_DIFFERENCES, left.size()));
  }

  private Object property(Arguments arguments) {
    final String name = arguments.text("name");
    final MutableProperty property = module.getMutableProperty(name);
    return property == null ? module.getProperty(name) : property.getPropertyValue();
  }

  /** Push the toolbar button of that text that changes a global property. */
  private Object toggle(String name) {
    for (ChangePropertyButton button :
        module.getAllDescendantComponentsOf(ChangePropertyButton.class)) {
      if (name.equals(button.getConfigureName())) {
        button.launch();
        return null;
      }
    }
    throw new IllegalArgumentException("no button is named " + name);
  }

  /** The buttons that send keys; the lines of a deck's menu are of the same kind and no buttons. */
  static List<MassKeyCommand> sending(GameModule module) {
    final List<MassKeyCommand> found =
      new ArrayList<>(module.getAllDescendantComponentsOf(MassKeyCommand.class));
    found.removeIf(one -> one instanceof DeckGlobalKeyCommand);
    return found;
  }

  /** Push the button of that text that sends a key to many counters. */
  private Object push(String name) {
    for (MassKeyCommand button : sending(module)) {
      if (name.equals(button.getConfigureName())) {
        button.apply();
        return null;
      }
    }
    throw new IllegalArgumentException("no button is named " + name);
  }

  /** Bytes in use once what can be collected is gone, and the most the heap may grow to. */
  private static Object heap() {
    final Runtime runtime = Runtime.getRuntime();
    runtime.gc();
    return Json.object(
      "used", runtime.totalMemory() - runtime.freeMemory(),
      "most", runtime.maxMemory());
  }
}
