import * as z from "zod/mini";
import type { Said } from "./said";

export const SaidData = z.custom<Said>();
