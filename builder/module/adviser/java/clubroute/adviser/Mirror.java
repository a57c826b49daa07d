package clubroute.adviser;

import VASSAL.build.GameModule;
import VASSAL.build.module.*;
import VASSAL.build.module.Map;
import VASSAL.command.*;
import VASSAL.counters.*;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import java.awt.Point;
import java.util.*;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The game as this player and everybody else sees it, in VASSAL's own commands. All on the EDT.
 *
 * <p>Not in it: what is masked or hidden, what lies in a deck and in which order, closed hands, and who
 * a player is: VASSAL's id of a player is his password.
 */
final class Mirror {
  static final char ESC = '\u001b';
  /** Commands that are sent as they are: notes, turn, properties, chat, undo, and which boards a map has. */
  private static final Pattern TELLS = Pattern.compile("(NOTES|MutableProperty|GlobalProperty|UNDO|[^\t;]*BoardPicker)\t|TURN|CHAT");
  private static final int SHORTEST = 3;
  private final Set<String> known = new HashSet<>();

  /** All of it: what is in play, the maps' boards, the turn, the notes that name the scenario. */
  String whole() {
    known.clear();
    final GameModule module = GameModule.getGameModule();
    final List<String> out = new ArrayList<>();
    for (GameComponent one : module.getGameState().getGameComponents()) {
      Stream.ofNullable(one.getRestoreCommand()).flatMap(Mirror::leaves).map(Mirror::encoded).filter(Mirror::tells).forEach(out::add);
    }
    for (GamePiece piece : module.getGameState().getAllPieces()) {
      if (piece instanceof Deck) {
        out.add(module.encode(new AddPiece(piece, emptied(((Deck) piece).getState()))));
      } else if (seen(piece)) {
        known.add(piece.getId());
        put(new AddPiece(piece), piece, out);
      }
    }
    return scrubbed(String.join(String.valueOf(ESC), out));
  }

  /** What a command that was just executed comes to, as far as it is seen; "" if nothing of it is. */
  String told(Command command) {
    final List<String> out = new ArrayList<>();
    leaves(command).forEach(leaf -> {
      if (leaf instanceof MovePiece) {
        moved((MovePiece) leaf, out);
      } else if (leaf instanceof ChangePiece) {
        changed(((ChangePiece) leaf).getId(), out);
      } else if (leaf instanceof AddPiece) {
        changed(((AddPiece) leaf).getTarget() == null ? null : ((AddPiece) leaf).getTarget().getId(), out);
      } else if (leaf instanceof RemovePiece) {
        gone(((RemovePiece) leaf).getId(), out);
      } else {
        final String text = encoded(leaf);
        if (tells(text)) { out.add(text); }
      }
    });
    return scrubbed(String.join(String.valueOf(ESC), out));
  }

  private void moved(MovePiece move, List<String> out) {
    for (GamePiece one : single(piece(move.getId()))) {
      if (!known.contains(one.getId()) || !seen(one)) {
        changed(one.getId(), out);
      } else {
        out.add(moved(one, move.getNewMapId(), move.getNewPosition(), move.getOldMapId(), move.getOldPosition()));
      }
    }
  }

  /** A piece as it is now; without the state it had, which may be somebody's secret. */
  private void changed(String id, List<String> out) {
    final GamePiece piece = piece(id);
    if (piece instanceof Stack) { return; }
    if (piece == null || !seen(piece)) {
      gone(id, out);
    } else { put(known.add(id) ? new AddPiece(piece) : new ChangePiece(id, null, piece.getState()), piece, out); }
  }

  /** A piece as it is now; and where, as the state of one in a stack may name the map it came from. */
  private static void put(Command command, GamePiece piece, List<String> out) {
    final String map = piece.getMap().getIdentifier();
    final Point at = piece.getPosition();
    out.add(encoded(command));
    if (!piece.getState().contains(map + ";" + at.x + ";" + at.y + ";")) { out.add(moved(piece, map, at, map, at)); }
  }

  private static String moved(GamePiece piece, String map, Point at, String fromMap, Point from) {
    return encoded(new MovePiece(piece.getId(), map, at, null, fromMap, from, null, ""));
  }

  private void gone(String id, List<String> out) {
    if (known.remove(id)) { out.add(encoded(new RemovePiece(id))); }
  }

  static GamePiece piece(String id) { return id == null ? null : GameModule.getGameModule().getGameState().getPieceForId(id); }

  /** Whether everybody sees a piece who looks at its map, and this player may. */
  static boolean seen(GamePiece piece) {
    final Map map = piece.getMap();
    return map != null && !(piece instanceof Stack) && !(piece.getParent() instanceof Deck)
      && no(piece, Properties.INVISIBLE_TO_ME) && no(piece, Properties.OBSCURED_TO_ME)
      && no(piece, Properties.INVISIBLE_TO_OTHERS) && no(piece, Properties.OBSCURED_TO_OTHERS)
      && (!(map instanceof PrivateMap) || ((PrivateMap) map).isVisibleTo(PlayerRoster.getMySide()));
  }

  private static boolean no(GamePiece piece, String property) { return !Boolean.TRUE.equals(piece.getProperty(property)); }

  /** The state of a deck without what lies in it: map, place, whether its cards lie face down. */
  static String emptied(String state) { return Stream.of(state.split(";")).limit(4).collect(Collectors.joining(";")); }

  /** A command and all that are appended to it. */
  static Stream<Command> leaves(Command command) {
    return Stream.concat(Stream.of(command), Stream.of(command.getSubCommands()).flatMap(Mirror::leaves));
  }

  /** The pieces of a stack; a piece that is none alone, and nothing of null. */
  static List<GamePiece> single(GamePiece piece) {
    return piece instanceof Stack && !(piece instanceof Deck) ? ((Stack) piece).asList() : piece == null ? List.of() : List.of(piece);
  }

  /** A command alone, without those appended to it. */
  private static String encoded(Command leaf) {
    final String text = GameModule.getGameModule().encode(leaf);
    if (text == null) { return null; }
    final int more = leaf.getSubCommands().length == 0 ? -1 : text.indexOf(ESC);
    return more < 0 ? text : text.substring(0, more);
  }

  private static boolean tells(String text) { return text != null && TELLS.matcher(text).lookingAt(); }

  /** Without any player's id, wherever a trait may have put one. */
  private static String scrubbed(String text) {
    final PlayerRoster roster = GameModule.getGameModule().getPlayerRoster();
    final Stream<String> players = Stream.ofNullable(roster).flatMap(one -> Stream.of(one.getPlayers())).map(one -> one.playerId);
    String clean = text;
    for (String id : Stream.concat(Stream.of(GameModule.getUserId()), players).collect(Collectors.toSet())) {
      if (id != null && id.length() >= SHORTEST && clean.contains(id)) {
        clean = Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(id) + "(?![A-Za-z0-9])").matcher(clean).replaceAll("");
      }
    }
    return clean;
  }
}
