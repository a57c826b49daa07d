package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.GameComponent;
import VASSAL.command.AddPiece;
import VASSAL.command.Command;
import VASSAL.counters.GamePiece;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a game holds, moment by moment, to compare. Types of pieces are most of a saved game and of
 * the time to write one, and nothing in a game changes that of a piece: each is written once, and
 * {@link #confirmTypes} shows at last that none did change.
 */
final class Standing {
  private final GameModule module;
  private final Map<GamePiece, String> types = new IdentityHashMap<>();

  Standing(GameModule module) {
    this.module = module;
  }

  /** What the game holds now. */
  Moment now() {
    final Map<String, Held> pieces = new HashMap<>();
    for (GamePiece piece : module.getGameState().getAllPieces()) {
      pieces.put(piece.getId(), held(piece));
    }
    final List<String> others = new ArrayList<>();
    for (GameComponent one : module.getGameState().getGameComponents()) {
      final Command command = one.getRestoreCommand();
      others.add(command == null ? "" : module.encode(command));
    }
    return new Moment(pieces, others);
  }

  /** Fail if a piece that is still there has another type than when it was first seen. */
  void confirmTypes() {
    for (GamePiece piece : module.getGameState().getAllPieces()) {
      final String first = types.get(piece);
      if (first != null && !first.equals(piece.getType())) {
        throw new IllegalStateException(
          "piece " + piece.getId() + " was " + first + " and is " + piece.getType());
      }
    }
  }

  private Held held(GamePiece piece) {
    return new Held(piece, types.computeIfAbsent(piece, GamePiece::getType), piece.getState());
  }

  /** A piece as it stood. */
  private static final class Held {
    final GamePiece piece;
    final String type;
    final String state;

    Held(GamePiece piece, String type, String state) {
      this.piece = piece;
      this.type = type;
      this.state = state;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Held
        && type.equals(((Held) other).type)
        && state.equals(((Held) other).state);
    }

    @Override
    public int hashCode() {
      return state.hashCode();
    }
  }

  /** What the game held at one moment. */
  final class Moment {
    private final Map<String, Held> pieces;
    private final List<String> others;

    private Moment(Map<String, Held> pieces, List<String> others) {
      this.pieces = pieces;
      this.others = others;
    }

    /** Whether the piece with an id stands now as it stood then. */
    boolean holds(String id) {
      final GamePiece piece = module.getGameState().getPieceForId(id);
      return piece != null && held(piece).equals(pieces.get(id));
    }

    /** Whether both moments hold the same, in any order of pieces: the engine keeps none. */
    boolean same(Moment other) {
      return pieces.equals(other.pieces) && others.equals(other.others);
    }

    /** The first commands of this moment, as a save has them, which another has not. */
    List<String> without(Moment other) {
      final List<String> found = new ArrayList<>(others);
      other.others.forEach(found::remove);
      for (Map.Entry<String, Held> one : pieces.entrySet()) {
        if (!one.getValue().equals(other.pieces.get(one.getKey()))) {
          found.add(module.encode(new AddPiece(one.getValue().piece, one.getValue().state)));
        }
      }
      Collections.sort(found);
      return found.subList(0, Math.min(GameCommands.SHOWN_DIFFERENCES, found.size()));
    }
  }
}
