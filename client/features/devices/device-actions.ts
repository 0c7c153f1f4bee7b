import type { DeviceListRow } from "../../../shared/device";
import { countOf } from "../../ui/format";
import type { BulkAction } from "../../ui/table/bulk-bar";
import type { RowAction } from "../../ui/table/row-menu";
import { deviceOffers, type OfferContext } from "./device-offers";

const nothing = () => {};

/** What can be done with one device. */
export function rowActionsOf(context: OfferContext, row: DeviceListRow): RowAction[] {
	return deviceOffers(context, [row])
		.filter(({ isBulk }) => !isBulk)
		.map(({ id, label, icon: image, refusal, isDangerous, run }) => ({
			id,
			label,
			icon: image,
			refusal,
			isDangerous,
			onRun: () => run([row], nothing),
		}));
}

/** What can be done with all that are selected. */
export function bulkActionsOf(context: OfferContext, selected: DeviceListRow[]): BulkAction<DeviceListRow>[] {
	return deviceOffers(context, selected)
		.filter(({ isSingle }) => !isSingle)
		.map(({ id, bulkLabel, icon: image, refusal, isDangerous, isFirst, run }) => ({
			id,
			label: (count) => bulkLabel(countOf(count, "device")),
			icon: image,
			refusal,
			isDangerous,
			isInMenu: !isFirst,
			onRun: run,
		}));
}
