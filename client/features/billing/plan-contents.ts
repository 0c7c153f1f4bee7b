import type { PlanOffer } from "../../../shared/account/billing";
import { meterTitles } from "../../../shared/account/billing-meters";
import { countText, formatBytes } from "../../ui/format";

export function planContents({ meters }: Pick<PlanOffer, "meters">): string {
	const said = meters.flatMap(({ meter, included, limit }) => {
		const bound = limit ?? included;
		if (bound === null) return [];
		const amount = meter === "storageBytes" ? formatBytes(bound) : countText(bound);
		return [`${meterTitles[meter]}: ${amount}${limit === null ? " included" : ""}`];
	});
	return said.length === 0 ? "Without limits" : said.join(" · ");
}
