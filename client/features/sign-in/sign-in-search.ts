import { searchTexts } from "../../base/search-text";

/** Passed between the steps of sign-in. Accepts an invalid `email`: the screen shows its error. */
export const SignInSearch = searchTexts(["email", "next"]);
export type SignInSearch = ReturnType<typeof SignInSearch>;
