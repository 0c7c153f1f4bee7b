import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import type { Round } from "../../../shared/round/round";
import { roundState } from "../../../shared/round/round-state";
import { zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { denialOf } from "../../entities/labels";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { instantText } from "../../ui/time/time-display";
import { digitsText } from "../../ui/value-display";
import { t } from "../../words/made/rounds";

type Me = Pick<CurrentAccount["me"], "role">;

export function editDenial({ role }: Me): string | null {
	return can(role, "editRounds") ? null : denialOf("editRounds", "changeRounds");
}

export function roundDenial(me: Me, { readOnly }: Pick<Round, "readOnly">): string | null {
	return editDenial(me) ?? (readOnly === undefined ? null : t(`readOnly.${readOnly}`));
}

export function doDenial({ role }: Me): string | null {
	return can(role, "doRounds") ? null : denialOf("doRounds", "doRounds");
}

export function timeText(at: number, zone: string): string {
	return instantText(at, zoneOffsetMinutes(zone, at));
}

export function roundStatus(round: Round, now: number): { tone: ChipTone; chip: string; text: string } {
	const { current, next } = roundState(round, now);
	const ahead = next === null ? t("state.none") : t("state.next", { time: timeText(next, round.zone) });
	if (current === null) return { tone: "off", chip: t("chip.ahead"), text: ahead };
	const time = timeText(current.dueAt, round.zone);
	const counts = { time, done: current.done.size, all: round.places.length };
	if (current.isDone) return { tone: "ok", chip: t("chip.done"), text: `${t("state.done", { time })}. ${ahead}` };
	if (current.isOver) return { tone: "bad", chip: t("chip.missed"), text: `${t("state.missed", counts)}. ${ahead}` };
	return { tone: "warn", chip: t("chip.open"), text: t("state.open", counts) };
}

/** Values of rounds keep their stored unit. */
export function valueText(value: number, unit: string): string {
	const digits = digitsText(String(Math.round(value * 100) / 100)).replace("-", "−");
	return unit === "" ? digits : `${digits} ${unit}`;
}

export function limitsText({ low, high, unit }: { low: number | null; high: number | null; unit: string }): string {
	if (low !== null && high !== null) {
		return t("limits.between", { low: valueText(low, unit), high: valueText(high, unit) });
	}
	if (high !== null) return t("limits.below", { high: valueText(high, unit) });
	return low === null ? "" : t("limits.above", { low: valueText(low, unit) });
}
