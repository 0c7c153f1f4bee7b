import { headerNames, personParameter } from "../../shared/base/header-names";
import { HttpError } from "../base/http-error";

/** `sub` of the person whose page sent the request. Null: not named, as by pages of the previous release. */
export function personOfPage({ headers, url }: Request): string | null {
	const named = headers.get(headerNames.person);
	// A socket and a download cannot send headers.
	if (named !== null || !url.includes(`${personParameter}=`)) return named;
	return new URL(url).searchParams.get(personParameter);
}

/** Throws OtherPerson for another person's page: its actions never run in the next person's name. */
export function assertPersonOfPage(named: string | null, sub: string): void {
	if (named !== null && named !== sub) throw new HttpError("OtherPerson", { event: null });
}
