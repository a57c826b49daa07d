package clubroute.engine;

import VASSAL.tools.SequenceEncoder;
import java.util.ArrayList;
import java.util.List;

/**
 * The engine's SequenceEncoder: "encode" is a list of [delimiter, [token, ...]], "decode" a list of
 * [delimiter, text]; answers with texts for the one and token lists for the other.
 */
final class SequenceCommand implements Session.Command {
  @Override
  public Object answer(Arguments arguments) {
    final List<Object> encoded = new ArrayList<>();
    for (Object item : arguments.list("encode")) {
      final List<?> pair = (List<?>) item;
      encoded.add(encode(delimiter(pair), (List<?>) pair.get(1)));
    }
    final List<Object> decoded = new ArrayList<>();
    for (Object item : arguments.list("decode")) {
      final List<?> pair = (List<?>) item;
      decoded.add(decode(delimiter(pair), (String) pair.get(1)));
    }
    return Json.object("encoded", encoded, "decoded", decoded);
  }

  private static char delimiter(List<?> pair) {
    return ((String) pair.get(0)).charAt(0);
  }

  private static String encode(char delimiter, List<?> tokens) {
    final SequenceEncoder encoder = new SequenceEncoder(delimiter);
    tokens.forEach(token -> encoder.append((String) token));
    return encoder.getValue();
  }

  private static List<String> decode(char delimiter, String text) {
    final SequenceEncoder.Decoder decoder = new SequenceEncoder.Decoder(text, delimiter);
    final List<String> tokens = new ArrayList<>();
    while (decoder.hasMoreTokens()) {
      tokens.add(decoder.nextToken());
    }
    return tokens;
  }
}
