import regular from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?.bin";
import bold from "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf?.bin";

/** Noto Sans: Latin, Greek and Cyrillic. */
export const fontFiles = { regular: new Uint8Array(regular), bold: new Uint8Array(bold) };
