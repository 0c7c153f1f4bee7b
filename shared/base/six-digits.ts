import * as z from "zod/mini";
import { asciiDigits } from "./ascii-digits";
import { errorKey } from "./error-key";
import { lengthBeforeCleaning } from "./input-bounds";

export const SixDigits = z.string().check(
	lengthBeforeCleaning(6),
	z.overwrite((text) => asciiDigits(text).replace(/\s/g, "")),
	z.regex(/^\d{6}$/, errorKey("code.digits")),
);
