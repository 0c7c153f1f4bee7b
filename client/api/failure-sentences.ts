import type { ErrorCode } from "../../shared/errors/error-codes";
import type { SessionEnding } from "../../shared/session/session-endings";
import { t } from "../words/made/failures";
import { knowFailures } from "./api-error";

export function failureSentence(code: ErrorCode): string {
	return t(`code.${code}`);
}

export function isErrorCode(value: unknown): value is ErrorCode {
	return typeof value === "string" && failureSentence(value as ErrorCode) !== `code.${value}`; // just asked
}

function reasonOf(ending: SessionEnding): string {
	return t(`ending.${ending}`);
}

function isEnding(value: unknown): value is SessionEnding {
	return typeof value === "string" && reasonOf(value as SessionEnding) !== `ending.${value}`; // as above
}

function endingSentence(ending: SessionEnding): string {
	return t("ended.inAnotherTab", { reason: reasonOf(ending) });
}

/** For a page that stays open with what was typed on it. Null: no ending that this release knows. */
export function endedSentence(ending: unknown): string | null {
	return isEnding(ending) ? endingSentence(ending) : null;
}

/** For the sign-in page. Null: as above. */
export function endedNote(ending: unknown): string | null {
	return isEnding(ending) ? t("ended.here", { reason: reasonOf(ending) }) : null;
}

knowFailures({ failureSentence, isErrorCode, endingSentence, isEnding });
