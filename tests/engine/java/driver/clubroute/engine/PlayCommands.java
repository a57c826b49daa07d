package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.DiceButton;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.command.Command;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.Deck;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.PieceIterator;
import VASSAL.counters.Properties;
import java.awt.Point;
import java.awt.event.ActionEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Dice, decks and the turn tracker, used as a player's click uses them. */
final class PlayCommands {
  private final GameModule module;

  PlayCommands(GameModule module) {
    this.module = module;
  }

  void register(Map<String, Session.Command> commands) {
    commands.put("dice", this::dice);
    commands.put("decks", arguments -> decks());
    commands.put("draw", this::draw);
    commands.put("turn", this::turn);
    commands.put("deckmenu", arguments -> deckMenu(arguments.text("name")));
    commands.put("deckline", arguments -> deckLine(arguments.text("name"), arguments.text("line")));
  }

  /** Roll a dice button so many times; the values of its _result property. */
  private Object dice(Arguments arguments) throws Exception {
    final String name = arguments.text("name");
    for (DiceButton button : module.getAllDescendantComponentsOf(DiceButton.class)) {
      if (name.equals(button.getConfigureName())) {
        final List<Object> rolls = new ArrayList<>();
        for (int i = 0; i < arguments.integer("times"); i++) {
          Hidden.call(button, DiceButton.class, "DR");
          rolls.add(module.getProperty(name + "_result"));
        }
        return rolls;
      }
    }
    throw new IllegalArgumentException("no dice button is named " + name);
  }

  /** The decks on the maps: a DrawPile may still hold the deck of the game before. */
  private static List<Deck> decksInPlay() {
    final List<Deck> found = new ArrayList<>();
    for (VASSAL.build.module.Map map : VASSAL.build.module.Map.getMapList()) {
      for (GamePiece piece : map.getPieces()) {
        if (piece instanceof Deck) {
          found.add((Deck) piece);
        }
      }
    }
    return found;
  }

  private static Object decks() {
    final List<Object> found = new ArrayList<>();
    for (Deck deck : decksInPlay()) {
      final List<Object> cards = new ArrayList<>();
      deck.asList().forEach(card -> cards.add(card.getProperty(BasicPiece.BASIC_NAME)));
      found.add(Json.object(
        "name", deck.getDeckName(), "map", deck.getMap().getMapName(),
        "x", deck.getPosition().x, "y", deck.getPosition().y, "cards", cards));
    }
    return found;
  }

  /** The lines of a deck's menu. */
  private static Object deckMenu(String name) {
    final List<Object> lines = new ArrayList<>();
    for (KeyCommand line : lines(name)) {
      lines.add(line.getName());
    }
    return lines;
  }

  /** Choose a line of a deck's menu. */
  private static Object deckLine(String name, String chosen) {
    for (KeyCommand line : lines(name)) {
      if (chosen.equals(line.getName())) {
        line.actionPerformed(new ActionEvent(line, ActionEvent.ACTION_PERFORMED, chosen));
        return null;
      }
    }
    throw new IllegalArgumentException("deck " + name + " has no line " + chosen);
  }

  private static KeyCommand[] lines(String name) {
    return (KeyCommand[]) deck(name).getProperty(Properties.KEY_COMMANDS);
  }

  /** Draw so many cards, one at a time, onto the map at x, y; their names in the order drawn. */
  private Object draw(Arguments arguments) {
    final Deck deck = deck(arguments.text("name"));
    final Point place = new Point(arguments.integer("x"), arguments.integer("y"));
    final List<Object> drawn = new ArrayList<>();
    for (int i = 0; i < arguments.integer("times"); i++) {
      deck.setDragCount(1);
      final PieceIterator cards = deck.drawCards();
      if (!cards.hasMoreElements()) {
        break;
      }
      final GamePiece card = cards.nextPiece();
      final Command command = deck.getMap().placeOrMerge(card, place);
      module.sendAndLog(command);
      drawn.add(card.getProperty(BasicPiece.BASIC_NAME));
    }
    return drawn;
  }

  private static Deck deck(String name) {
    for (Deck deck : decksInPlay()) {
      if (name.equals(deck.getDeckName())) {
        return deck;
      }
    }
    throw new IllegalArgumentException("no deck in play is named " + name);
  }

  /** Click "next" so many times; the tracker's text before the first click and after each. */
  private Object turn(Arguments arguments) throws Exception {
    final List<TurnTracker> trackers = module.getAllDescendantComponentsOf(TurnTracker.class);
    if (trackers.isEmpty()) {
      throw new IllegalArgumentException("the module has no turn tracker");
    }
    final TurnTracker tracker = trackers.get(0);
    final List<Object> texts = new ArrayList<>();
    texts.add(Hidden.call(tracker, TurnTracker.class, "getTurnString"));
    for (int i = 0; i < arguments.integer("times"); i++) {
      for (String step : Arrays.asList("captureState", "next", "save")) {
        Hidden.call(tracker, TurnTracker.class, step);
      }
      texts.add(Hidden.call(tracker, TurnTracker.class, "getTurnString"));
    }
    return texts;
  }
}
