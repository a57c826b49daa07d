package clubroute.engine;

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.ExtensionsLoader;
import VASSAL.build.module.GlobalOptions;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.WizardSupport;
import VASSAL.build.module.map.BoardPicker;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.i18n.Localization;
import VASSAL.launch.PlayerWindow;
import VASSAL.launch.StandardConfig;
import VASSAL.preferences.Prefs;
import VASSAL.tools.ArchiveWriter;
import VASSAL.tools.DataArchive;
import VASSAL.tools.imageop.AbstractOpImpl;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import VASSAL.tools.opcache.OpCache;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import javax.swing.JFrame;
import javax.swing.JMenuBar;
import javax.swing.SwingUtilities;

/** Opens a module as the VASSAL player does, without its wizards, on whatever display there is. */
final class Headless {
  /** The system property that says: open it as the Module Editor does. */
  private static final String EDITOR = "clubroute.engine.editor";

  private Headless() {}

  private static final class Menus extends MenuManager {
    private final MenuBarProxy bar = new MenuBarProxy();

    @Override
    public JMenuBar getMenuBarFor(JFrame frame) {
      return frame instanceof PlayerWindow ? bar.createPeer() : null;
    }

    @Override
    public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
      return frame instanceof PlayerWindow ? bar : null;
    }
  }

  /** Run on the event thread, where the engine expects every call, and give back the result. */
  static <T> T onEventThread(Callable<T> work) throws Exception {
    final FutureTask<T> task = new FutureTask<>(work);
    SwingUtilities.invokeAndWait(task);
    return task.get();
  }

  /** Let what the engine queued for later happen. */
  static void settle() throws Exception {
    for (int i = 0; i < 3; i++) {
      onEventThread(() -> null);
    }
  }

  static GameModule open(String path) throws Exception {
    Info.setConfig(new StandardConfig());
    onEventThread(() -> {
      new Menus();
      // The Module Editor reads a module by what writes it again.
      final GameModule module =
        new GameModule(Boolean.getBoolean(EDITOR) ? new ArchiveWriter(path) : new DataArchive(path));
      Chance.replace(module);
      GameModule.init(module);
      new ExtensionsLoader().addTo(module);
      Localization.getInstance().translate();
      silence(module);
      module.getPlayerWindow().setVisible(true);
      return null;
    });
    settle();
    return GameModule.getGameModule();
  }

  /** End the threads that scale pictures: with them all that the engine holds would stay in memory. */
  static void close() throws Exception {
    final Object cache = Hidden.get(null, AbstractOpImpl.class, "cache");
    ((ExecutorService) Hidden.get(cache, OpCache.class, "threadPool")).shutdownNow();
  }

  private static void silence(GameModule module) {
    final Prefs prefs = module.getPrefs();
    prefs.setValue(BasicLogger.PROMPT_NEW_LOG_START, false);
    prefs.setValue(BasicLogger.PROMPT_NEW_LOG_END, false);
    prefs.setValue(BasicLogger.PROMPT_LOG_COMMENT, false);
    prefs.setValue(GameModule.REAL_NAME, "Tester");
    GameModule.setUserId("not-a-password");
    Prefs.getGlobalPrefs().setValue(WizardSupport.WELCOME_WIZARD_KEY, false);
    for (PlayerRoster roster : module.getAllDescendantComponentsOf(PlayerRoster.class)) {
      // Else the modal "choose a side" wizard opens at every load.
      module.getGameState().removeGameSetupStep(roster);
    }
  }

  /** Sit down on a side, as the wizard would have made us. */
  static void join(GameModule module, String side) {
    for (PlayerRoster roster : module.getAllDescendantComponentsOf(PlayerRoster.class)) {
      if (roster.getSides().contains(side)) {
        final String player = GlobalOptions.getInstance().getPlayerId();
        roster.add(GameModule.getUserId(), player, side);
      }
    }
  }

  /** Lay the first board, if there is any, on every map that would ask for one in a wizard. */
  static void chooseBoards(GameModule module) {
    module.getGameState().getUnfinishedSetupSteps().forEachRemaining(step -> {
      if (step instanceof BoardPicker) {
        final BoardPicker picker = (BoardPicker) step;
        final String[] names = picker.getAllowableBoardNames();
        final List<Board> first = names.length == 0 ? List.of() : List.of(picker.getBoard(names[0]));
        new BoardPicker.SetBoards(picker, first).execute();
      }
    });
  }
}
