import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { FloorPlan, FloorPlanPosition } from "../../shared/device/floor-plan";
import { trpc, trpcClient } from "../api/trpc";
import { toastFailure } from "../forms/toast-failure";
import { undoToast } from "../forms/undo-toast";
import { t } from "../words/made/floor-plans";
import { withPosition } from "./plan-dots";

export const floorPlansOf = (groupId: string) => queryOptions(trpc.group.getFloorPlans.queryOptions({ groupId }));

type Placing = { plan: FloorPlan; device: { id: string; name: string }; position: FloorPlanPosition | null };

/** Shows the new position at once, and the stored one again if it was not saved. */
export function usePlaceDevice(): (placing: Placing) => Promise<void> {
	const queryClient = useQueryClient();
	return async ({ plan, device, position }) => {
		const { queryKey } = floorPlansOf(plan.groupId);
		const refresh = () => queryClient.invalidateQueries({ queryKey });
		await queryClient.cancelQueries({ queryKey });
		queryClient.setQueryData(queryKey, (plans) =>
			plans?.map((each) =>
				each.id === plan.id ? { ...each, devices: withPosition(each.devices, device.id, position) } : each,
			),
		);
		try {
			const { undoId } = await trpcClient.group.placeDevice.mutate({ planId: plan.id, deviceId: device.id, position });
			if (undoId === null) return;
			undoToast({
				message: t(position === null ? "taken" : "placed", { device: device.name, plan: plan.name }),
				onUndo: async () => {
					const { restored } = await trpcClient.account.undo.mutate({ undoId });
					await refresh();
					return restored > 0 ? t("undone") : t("notUndone");
				},
			});
		} catch (error) {
			toastFailure(error);
		} finally {
			await refresh();
		}
	};
}
