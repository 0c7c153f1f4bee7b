import type { Alert, GetAlert } from "../../shared/alert";
import type { Verb } from "../context";
import { domainError } from "../errors";
import { findAlert } from "./alert-rows";
import { visibleAlert } from "./alert-scope";
import { visibleFleet } from "./visible-fleet";

export function getAlert({ ctx, input }: Verb<GetAlert>): Alert {
	const found = findAlert(ctx.db, input.alertId);
	const alert = found && visibleAlert(found, visibleFleet(ctx));
	if (!alert) throw domainError("ALERT_NOT_FOUND", input);
	return alert;
}
