import { headerNames, personParameter } from "../../shared/base/header-names";
import { HttpError } from "../base/http-error";

/**
 * The `sub` of the person whose page has sent a request. Null: the page names no one, as pages of the release before do
 * not.
 */
export function personOfPage({ headers, url }: Request): string | null {
	const named = headers.get(headerNames.person);
	// A socket and a download cannot send headers.
	if (named !== null || !url.includes(`${personParameter}=`)) return named;
	return new URL(url).searchParams.get(personParameter);
}

/** Throws if the page is another person's: what one person began is never done in the next one's name. */
export function assertPersonOfPage(named: string | null, sub: string): void {
	if (named !== null && named !== sub) throw new HttpError("OtherPerson", { event: null });
}
