"""Fighting: combat and overruns, barrages, Air Strikes (INS 1.9–1.11, 1.17, Combat Table)."""
