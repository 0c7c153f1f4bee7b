import type { ErrorCode } from "../../shared/error-codes";
import type { ExportRefusal } from "./export-refusal";

const names: Partial<Record<ErrorCode, ExportRefusal>> = {
	NO_ACCOUNT: "NoAccount",
	NO_ACCESS: "NoAccess",
	NOT_PERMITTED: "NotPermitted",
	DEVICE_NOT_FOUND: "DeviceNotFound",
	GROUP_NOT_FOUND: "GroupNotFound",
	TOO_MANY_READINGS: "TooManyReadings",
	SESSION_ENDED: "SessionEnded",
};

type Refused = { reason?: ErrorCode; fields?: Record<string, string> };

/** An account's object has said no to a call, and would say so again. */
export class CallRefusedError extends Error {
	readonly refusal: ExportRefusal;
	readonly fields: Record<string, string> | undefined;

	constructor({ reason, fields }: Refused) {
		super(`Refused: ${reason ?? "input"}`);
		this.name = "CallRefusedError";
		this.refusal = (reason && names[reason]) ?? (fields ? "InvalidQuery" : "InternalError");
		this.fields = fields;
	}
}
