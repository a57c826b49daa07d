package tdc;

import VASSAL.build.module.BasicCommandEncoder;
import VASSAL.counters.Decorator;
import VASSAL.counters.GamePiece;

/** Stands in for the series' encoder: the engine's own, and the trait with the ratings. */
public final class TdcCommandEncoder extends BasicCommandEncoder {
  @Override
  public Decorator createDecorator(String type, GamePiece inner) {
    return type.startsWith(Ratings.ID) ? new Ratings(type, inner) : super.createDecorator(type, inner);
  }
}
