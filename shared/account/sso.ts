import * as z from "zod/mini";
import { Scope } from "./account";
import { Role } from "./permissions";

/** What people of a claimed domain become who are new to the account. */
export const Newcomer = z.object({ role: Role.check(z.refine((role) => role !== "owner")), scope: Scope });
export type Newcomer = z.infer<typeof Newcomer>;
