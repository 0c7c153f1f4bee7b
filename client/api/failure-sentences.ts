import type { ErrorCode } from "../../shared/errors/error-codes";
import { t } from "../words/made/failures";
import { knowFailures } from "./api-error";
import { endedNote, endedSentence } from "./ended-session";

export function failureSentence(code: ErrorCode): string {
	return t(`code.${code}`);
}

export function isErrorCode(value: unknown): value is ErrorCode {
	return typeof value === "string" && failureSentence(value as ErrorCode) !== `code.${value}`; // the line checks it
}

knowFailures({ failureSentence, isErrorCode, endedSentence, endedNote });
