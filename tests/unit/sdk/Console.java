package java.io;

import java.nio.charset.Charset;
import jdk.internal.access.JavaIOAccess;
import jdk.internal.access.SharedSecrets;

/** A console as Java 22 to 24 have one, for pipes, too (conversation_test.py). */
public class Console {
  static {
    SharedSecrets.setJavaIOAccess(new JavaIOAccess() {
      public Console console() {
        return new Console();
      }

      public Charset charset() {
        return Charset.defaultCharset();
      }
    });
  }

  public boolean isTerminal() {
    return false;
  }
}
