import type { ReactNode } from "react";
import { t } from "../../words/made/first-screen";
import classes from "./status-chip.module.css";

export type ChipTone = "ok" | "warn" | "bad" | "off" | "past" | "info";

/** The shape of the dot differs too, so that color is never alone. */
export function StatusChip({ tone, children }: { tone: ChipTone; children: ReactNode }) {
	return (
		<span className={classes.chip} data-tone={tone}>
			{children}
		</span>
	);
}

export function SwitchChip({ isOn }: { isOn: boolean }) {
	return <StatusChip tone={isOn ? "ok" : "off"}>{isOn ? t("on") : t("off")}</StatusChip>;
}
