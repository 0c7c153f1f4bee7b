import { searchTexts } from "../../base/search-text";

/**
 * Carried from step to step of signing in. An invalid `email` is let through: the screen states it instead of failing to
 * open.
 */
export const SignInSearch = searchTexts(["email", "next"]);
export type SignInSearch = ReturnType<typeof SignInSearch>;
