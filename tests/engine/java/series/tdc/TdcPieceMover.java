package tdc;

/** Stands in for the series' class of that name: what a log of a game needs of it, and no more. */
public final class TdcPieceMover extends VASSAL.build.module.map.PieceMover {}
