import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { countOf } from "../../ui/format";
import classes from "./dashboard.module.css";

export function Headline({ overview }: { overview: FleetOverview }) {
	const { tone, text } = headline(overview);
	const Icon = tone === "ok" ? IconCircleCheck : IconAlertTriangle;
	return (
		<p className={classes.headline} data-tone={tone}>
			<Icon size={20} stroke={1.7} aria-hidden="true" />
			{text}
		</p>
	);
}

type Notice = Pick<FleetOverview, "alerts" | "attention" | "counts" | "muted" | "unwatched">;

/** "All clear" only if nothing is open, silent, muted or in need of attention, and a rule watches each device. */
export function headline({ alerts, attention, counts, muted, unwatched }: Notice): {
	tone: "ok" | "warn" | "bad";
	text: string;
} {
	const silent = counts.offline + counts.late;
	const others = attention.devices - silent;
	const facts = [
		alerts.open > 0 && `${countOf(alerts.open, "open alert")}${unreachedText(alerts)}`,
		alerts.acknowledged > 0 && countOf(alerts.acknowledged, "acknowledged alert"),
		silent > 0 && countOf(silent, "silent device"),
		others > 0 && `${countOf(others, silent > 0 ? "other device" : "device")} in need of attention`,
		muted.devices > 0 && countOf(muted.devices, "muted device"),
		muted.rules > 0 && countOf(muted.rules, "muted rule"),
	].filter((fact) => fact !== false);
	if (facts.length === 0) {
		if (unwatched === 0) return { tone: "ok", text: "All clear. Every device is reporting normally." };
		const text = `Every device is reporting normally. No alert rule watches ${countOf(unwatched, "device")}.`;
		return { tone: unwatched === counts.online ? "warn" : "ok", text };
	}
	const isBad = alerts.open > 0 || counts.offline > 0;
	return { tone: isBad ? "bad" : "warn", text: `${listed(facts)}.` };
}

function unreachedText({ open, unreached }: FleetOverview["alerts"]): string {
	if (unreached === 0) return "";
	return unreached === open ? ", for which nobody was reached" : ` (nobody was reached for ${unreached})`;
}

function listed(facts: string[]): string {
	const separator = facts.some((fact) => fact.includes(",")) ? "; " : ", ";
	const last = facts.at(-1) ?? "";
	return facts.length === 1 ? last : `${facts.slice(0, -1).join(separator)} and ${last}`;
}
