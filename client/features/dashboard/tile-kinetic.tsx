import { shownReading } from "../../../shared/device/device-reading";
import { kineticDays } from "../../../shared/device/kinetic-means";
import type { OverviewTile } from "../../../shared/overview/fleet-overview";
import { LazyTooltip } from "../../ui/feedback/lazy-tooltip";
import { useValueStyle, valueText } from "../../ui/value-display";
import { t } from "../../words/made/dashboard";

export function TileKinetic({ tile: { kinetic, reading } }: { tile: OverviewTile }) {
	useValueStyle();
	if (kinetic === undefined) return null;
	return (
		<LazyTooltip label={t("kinetic.text", { days: kineticDays })} multiline w={280}>
			<span>{t("kinetic", { value: valueText(kinetic, shownReading(reading)) })}</span>
		</LazyTooltip>
	);
}
