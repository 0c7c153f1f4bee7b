import { authErrors } from "../../shared/auth-errors";

/** What the doors answer through no fault of the upload: it is to be sent again. */
export const serverFaults = {
	internal: { status: 500, name: "InternalError", message: "Internal error" },
	/** The console's own word, where it does not reach this Worker. */
	unreachable: {
		status: authErrors.UpstreamUnreachable.status,
		name: "UpstreamUnreachable",
		message: authErrors.UpstreamUnreachable.message,
	},
	misconfigured: { status: 503, name: "Misconfigured", message: "Settings not valid" },
} as const;
