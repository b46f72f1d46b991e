package dev.yardmaster.jdbc.driver;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKEINTERFACE;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.V17;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Writes a subclass of a {@code Delegating…} class that also implements a vendor's interfaces.
 *
 * <p>If the superclass does not have a method of these interfaces, the generated method calls the
 * vendor's object. Arguments are unwrapped, and results that are the vendor's JDBC objects are
 * wrapped. For example:
 *
 * <pre>{@code
 * public PreparedStatement clientPrepareStatement(String sql) throws SQLException {
 *   JdbcConnection vendor = (JdbcConnection) vendorsObject();
 *   return (PreparedStatement)
 *       answer(vendor.clientPrepareStatement(sql), sql, PreparedStatement.class);
 * }
 * }</pre>
 *
 * <p>A vendor's interface may redeclare a method of JDBC with a narrower result type. Such a method
 * calls the superclass's method. The code has no branches, so it needs no stack maps.
 */
final class WrapperClassWriter {
  private static final String CONSTRUCTOR = "<init>";
  private static final String WRAPPER = Type.getInternalName(VendorWrapper.class);

  private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
  private final Class<?> plain;
  private final List<Class<?>> interfaces;

  /** The superclass's methods by name and parameters. */
  private final Map<String, Method> inherited = new HashMap<>();

  /**
   * The names and descriptors of the methods that the class inherits, or that this writer has
   * already written.
   */
  private final Set<String> present = new HashSet<>();

  WrapperClassWriter(Class<?> plain, List<Class<?>> interfaces) {
    this.plain = plain;
    this.interfaces = interfaces;
    for (Method method : plain.getMethods()) {
      inherited.put(signature(method), method);
      present.add(method.getName() + Type.getMethodDescriptor(method));
    }
  }

  private static String signature(Method method) {
    return method.getName() + List.of(method.getParameterTypes());
  }

  /** Returns the class file. */
  byte[] bytes() {
    writer.visit(
        V17,
        ACC_FINAL | ACC_SUPER,
        Type.getInternalName(plain) + "OfVendor",
        null,
        Type.getInternalName(plain),
        interfaces.stream().map(Type::getInternalName).toArray(String[]::new));
    for (Constructor<?> constructor : plain.getDeclaredConstructors()) {
      write(constructor);
    }
    for (Class<?> type : interfaces) {
      for (Method method : type.getMethods()) {
        if (!Modifier.isStatic(method.getModifiers())
            && present.add(method.getName() + Type.getMethodDescriptor(method))) {
          write(type, method);
        }
      }
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  private void write(Constructor<?> constructor) {
    String descriptor = Type.getConstructorDescriptor(constructor);
    MethodVisitor code = writer.visitMethod(0, CONSTRUCTOR, descriptor, null, null);
    code.visitCode();
    code.visitVarInsn(ALOAD, 0);
    loadArguments(code, constructor.getParameterTypes(), false);
    code.visitMethodInsn(
        INVOKESPECIAL, Type.getInternalName(plain), CONSTRUCTOR, descriptor, false);
    code.visitInsn(RETURN);
    end(code);
  }

  private void write(Class<?> type, Method method) {
    MethodVisitor code =
        writer.visitMethod(
            ACC_PUBLIC,
            method.getName(),
            Type.getMethodDescriptor(method),
            null,
            Stream.of(method.getExceptionTypes())
                .map(Type::getInternalName)
                .toArray(String[]::new));
    code.visitCode();
    Method superclasss = inherited.get(signature(method));
    if (superclasss == null) {
      callVendor(code, type, method);
    } else {
      callSuperclass(code, superclasss, method.getReturnType());
    }
    code.visitInsn(Type.getType(method.getReturnType()).getOpcode(IRETURN));
    end(code);
  }

  private static void end(MethodVisitor code) {
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private void callSuperclass(MethodVisitor code, Method superclasss, Class<?> result) {
    code.visitVarInsn(ALOAD, 0);
    loadArguments(code, superclasss.getParameterTypes(), false);
    code.visitMethodInsn(
        INVOKEVIRTUAL,
        Type.getInternalName(plain),
        superclasss.getName(),
        Type.getMethodDescriptor(superclasss),
        false);
    code.visitLdcInsn(Type.getType(result));
    callWrapper(
        code, INVOKESTATIC, "narrowed", "(Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;");
    cast(code, result);
  }

  private void callVendor(MethodVisitor code, Class<?> type, Method method) {
    Class<?> result = method.getReturnType();
    if (mayBeWrapper(result)) {
      code.visitVarInsn(ALOAD, 0);
    }
    code.visitVarInsn(ALOAD, 0);
    callWrapper(code, INVOKEVIRTUAL, "vendorsObject", "()Ljava/lang/Object;");
    cast(code, type);
    loadArguments(code, method.getParameterTypes(), true);
    code.visitMethodInsn(
        INVOKEINTERFACE,
        Type.getInternalName(type),
        method.getName(),
        Type.getMethodDescriptor(method),
        true);
    if (mayBeWrapper(result)) {
      if (method.getParameterCount() > 0 && method.getParameterTypes()[0] == String.class) {
        code.visitVarInsn(ALOAD, 1);
      } else {
        code.visitInsn(ACONST_NULL);
      }
      code.visitLdcInsn(Type.getType(result));
      callWrapper(
          code,
          INVOKEVIRTUAL,
          "answer",
          "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;");
      cast(code, result);
    }
  }

  private static void loadArguments(MethodVisitor code, Class<?>[] parameters, boolean unwrapping) {
    int local = 1;
    for (Class<?> parameter : parameters) {
      Type type = Type.getType(parameter);
      code.visitVarInsn(type.getOpcode(ILOAD), local);
      local += type.getSize();
      if (unwrapping && mayBeWrapper(parameter)) {
        callWrapper(code, INVOKESTATIC, "unwrapped", "(Ljava/lang/Object;)Ljava/lang/Object;");
        cast(code, parameter);
      }
    }
  }

  /**
   * Returns true if a value of this type can be a wrapper, and generated code can name the type.
   */
  private static boolean mayBeWrapper(Class<?> type) {
    return type == Object.class || (type.isInterface() && Modifier.isPublic(type.getModifiers()));
  }

  private static void callWrapper(MethodVisitor code, int opcode, String name, String descriptor) {
    code.visitMethodInsn(opcode, WRAPPER, name, descriptor, false);
  }

  private static void cast(MethodVisitor code, Class<?> type) {
    code.visitTypeInsn(CHECKCAST, Type.getInternalName(type));
  }
}
