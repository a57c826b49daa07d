package clubroute.engine;

import VASSAL.build.AbstractBuildable;
import VASSAL.build.Builder;
import VASSAL.build.Configurable;
import VASSAL.build.GameModule;
import VASSAL.build.module.ChartWindow;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.PrototypeDefinition;
import VASSAL.build.module.PrototypesContainer;
import VASSAL.build.widget.HtmlChart;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.AddPiece;
import VASSAL.command.Command;
import VASSAL.configure.ValidationReport;
import VASSAL.counters.Decorator;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Properties;
import VASSAL.counters.UsePrototype;
import VASSAL.i18n.ComponentI18nData;
import VASSAL.i18n.Translatable;
import VASSAL.search.SearchTarget;
import VASSAL.tools.SequenceEncoder;
import bsh.BeanShellExpressionValidator;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.swing.JEditorPane;
import javax.swing.JScrollPane;
import org.w3c.dom.Document;

/** Questions about the module as it was read: no game needs to be on. */
final class ModuleCommands {
  private static final String ADD_PIECE = "+/";
  private static final Map<String, Boolean> VALID = new HashMap<>();

  private final GameModule module;
  private final GameCommands games;

  ModuleCommands(GameModule module, GameCommands games) {
    this.module = module;
    this.games = games;
  }

  void register(Map<String, Session.Command> commands) {
    commands.put("validate", arguments -> validate());
    commands.put("buildfile", arguments -> buildFile());
    commands.put("slots", arguments -> slots());
    commands.put("prototypes", arguments -> prototypes());
    commands.put("expressions", arguments -> expressions());
    commands.put("setups", arguments -> setups());
    commands.put("charts", arguments -> charts());
    commands.put("words", arguments -> words());
  }

  /** What each part says that a translation may put otherwise, by its key. */
  private Object words() {
    final List<Object> found = new ArrayList<>();
    gather(module, found);
    return found;
  }

  private static void gather(Configurable part, List<Object> found) {
    // Counters go by their texts, not by their place.
    if (part instanceof Translatable && !(part instanceof PieceSlot) && !(part instanceof PrototypeDefinition)) {
      final ComponentI18nData data = ((Translatable) part).getI18nData();
      for (String attribute : data.getAttributeKeys()) {
        final String value = part.getAttributeValueString(attribute);
        if (value != null && !value.isEmpty()) {
          found.add(Json.object("key", data.getFullPrefix() + attribute, "value", value));
        }
      }
    }
    if (part instanceof PieceSlot) {
      for (KeyCommand one : (KeyCommand[]) ((PieceSlot) part).getPiece().getProperty(Properties.KEY_COMMANDS)) {
        found.add(Json.object("key", "Piece." + one.getName(), "value", one.getLocalizedMenuText()));
      }
    }
    for (Configurable child : part.getConfigureComponents()) {
      gather(child, found);
    }
  }

  private Object validate() {
    final ValidationReport report = new ValidationReport();
    module.validate(module, report);
    return report.getWarnings();
  }

  /** What the engine would write if the module were saved in its editor. */
  private Object buildFile() {
    final Document document = Builder.createNewDocument();
    document.appendChild(module.getBuildElement(document));
    return Builder.toString(document);
  }

  /** The text pages of every chart window, as a player reads them. */
  private Object charts() throws Exception {
    final List<Object> found = new ArrayList<>();
    for (ChartWindow window : module.getAllDescendantComponentsOf(ChartWindow.class)) {
      for (HtmlChart chart : window.getAllDescendantComponentsOf(HtmlChart.class)) {
        final JScrollPane scroller = (JScrollPane) chart.getComponent();
        final JEditorPane pane = (JEditorPane) scroller.getViewport().getView();
        final javax.swing.text.Document text = pane.getDocument();
        found.add(Json.object(
          "window", window.getConfigureName(),
          "button", window.getAttributeValueString(ChartWindow.BUTTON_TEXT),
          "name", chart.getConfigureName(),
          "text", text.getText(0, text.getLength())));
      }
    }
    return found;
  }

  private Object slots() {
    final List<Object> found = new ArrayList<>();
    for (PieceSlot slot : module.getAllDescendantComponentsOf(PieceSlot.class)) {
      final Map<String, Object> described =
        describe(slot.getConfigureName(), slot.getPieceDefinition(), slot.getPiece());
      described.put("gpid", slot.getGpId());
      found.add(described);
    }
    return found;
  }

  private Object prototypes() {
    final List<Object> found = new ArrayList<>();
    for (PrototypeDefinition prototype
         : module.getAllDescendantComponentsOf(PrototypeDefinition.class)) {
      final Document scratch = Builder.createNewDocument();
      final String definition = Builder.getText(prototype.getBuildElement(scratch));
      final Map<String, Object> described =
        describe(prototype.getConfigureName(), definition, prototype.getPiece());
      described.put("gpid", "");
      found.add(described);
    }
    return found;
  }

  private static Map<String, Object> describe(String name, String definition, GamePiece piece) {
    return Json.object(
      "name", name,
      "declared", declared(definition),
      "read", piece == null ? List.of() : read(piece),
      "prototypes", piece == null ? List.of() : prototypesOf(piece));
  }

  /** Fields of each trait's type as the build file has them, outermost trait first. */
  private static List<Object> declared(String definition) {
    final List<Object> types = new ArrayList<>();
    if (definition != null && definition.startsWith(ADD_PIECE)) {
      final SequenceEncoder.Decoder command =
        new SequenceEncoder.Decoder(definition.substring(ADD_PIECE.length()), '/');
      command.nextToken(); // the id, which no definition has
      String rest = command.nextToken("");
      while (rest != null) {
        final SequenceEncoder.Decoder levels = new SequenceEncoder.Decoder(rest, '\t');
        types.add(fields(levels.nextToken()));
        rest = levels.hasMoreTokens() ? levels.nextToken() : null;
      }
    }
    return types;
  }

  /** The same as the engine understood them and would write them again. */
  private static List<Object> read(GamePiece piece) {
    final List<Object> types = new ArrayList<>();
    for (GamePiece part = piece; part != null; part = inner(part)) {
      types.add(fields(
        part instanceof Decorator ? ((Decorator) part).myGetType() : part.getType()));
    }
    return types;
  }

  private static List<Object> fields(String type) {
    final List<Object> fields = new ArrayList<>();
    final SequenceEncoder.Decoder decoder = new SequenceEncoder.Decoder(type, ';');
    while (decoder.hasMoreTokens()) {
      fields.add(decoder.nextToken());
    }
    return fields;
  }

  /** Class names of the traits, outermost first, ending with the BasicPiece. */
  static List<String> traits(GamePiece piece) {
    final List<String> names = new ArrayList<>();
    for (GamePiece part = piece; part != null; part = inner(part)) {
      names.add(part.getClass().getSimpleName());
    }
    return names;
  }

  private static GamePiece inner(GamePiece piece) {
    return piece instanceof Decorator ? ((Decorator) piece).getInner() : null;
  }

  /** The prototypes a piece names, each with whether it exists. */
  private static List<Object> prototypesOf(GamePiece piece) {
    final List<Object> uses = new ArrayList<>();
    for (GamePiece part = piece; part != null; part = inner(part)) {
      if (part instanceof UsePrototype) {
        final String name = ((UsePrototype) part).getPrototypeName();
        uses.add(Json.object(
          "name", name, "exists", PrototypesContainer.getPrototype(name) != null));
      }
    }
    return uses;
  }

  /** Every BeanShell expression of components, slots and prototypes, with whether it parses. */
  private Object expressions() {
    final List<Object> found = new ArrayList<>();
    for (AbstractBuildable part : module.getAllDescendantComponentsOf(AbstractBuildable.class)) {
      final String where = part.getClass().getSimpleName();
      if (part instanceof SearchTarget) {
        collectExpressions(where, (SearchTarget) part, found);
      }
      if (part instanceof PieceSlot) {
        final PieceSlot slot = (PieceSlot) part;
        collectExpressions("piece " + slot.getConfigureName(), slot.getPiece(), found);
      }
      if (part instanceof PrototypeDefinition) {
        final PrototypeDefinition prototype = (PrototypeDefinition) part;
        collectExpressions(
          "prototype " + prototype.getConfigureName(), prototype.getPiece(), found);
      }
    }
    return found;
  }

  private static void collectExpressions(String where, GamePiece piece, List<Object> found) {
    for (GamePiece part = piece; part != null; part = inner(part)) {
      if (part instanceof SearchTarget) {
        collectExpressions(
          where + ", " + part.getClass().getSimpleName(), (SearchTarget) part, found);
      }
    }
  }

  private static void collectExpressions(String where, SearchTarget target, List<Object> found) {
    final List<String> texts = new ArrayList<>();
    if (target.getExpressionList() != null) {
      texts.addAll(target.getExpressionList());
    }
    if (target.getFormattedStringList() != null) {
      texts.addAll(target.getFormattedStringList());
    }
    for (String text : texts) {
      final String bare = text == null ? "" : text.trim();
      if (bare.startsWith("{") && bare.endsWith("}")) {
        final String code = bare.substring(1, bare.length() - 1);
        // A thousand counters share a few expressions.
        final boolean valid =
          VALID.computeIfAbsent(code, any -> new BeanShellExpressionValidator(any).isValid());
        found.add(Json.object("where", where, "text", text, "valid", valid));
      }
    }
  }

  /** Every predefined setup, with whether its file can be read as a saved game. */
  private Object setups() {
    final List<Object> found = new ArrayList<>();
    for (PredefinedSetup setup : module.getAllDescendantComponentsOf(PredefinedSetup.class)) {
      String error = null;
      if (!setup.isMenu() && setup.isUseFile()) {
        try (InputStream contents = setup.getSavedGameContents()) {
          final Command command = module.getGameState().decodeSavedGame(contents);
          error = command == null ? "it holds no commands" : unreadable(command);
          if (error == null) {
            games.keep(setup, command);
          }
        }
        catch (Exception e) {
          error = e.toString();
        }
      }
      found.add(Json.object(
        "name", setup.getConfigureName(),
        "menu", setup.isMenu(),
        "file", setup.isUseFile() ? setup.getFileName() : null,
        "error", error));
    }
    return found;
  }

  private static String unreadable(Command command) {
    if (command instanceof AddPiece && ((AddPiece) command).getTarget() == null) {
      return "a piece cannot be read";
    }
    for (Command sub : command.getSubCommands()) {
      final String error = sub == null ? null : unreadable(sub);
      if (error != null) {
        return error;
      }
    }
    return null;
  }
}
