import { IconHistory } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useAccount } from "../api/account";
import { historyDenial } from "../entities/labels";
import type { RowAction } from "../ui/table/row-menu";
import { t } from "../words/made/forms";

export function useHistoryAction(entityId: string): RowAction {
	return useHistoryActions()(entityId);
}

export function useHistoryActions(): (entityId: string) => RowAction {
	const { me } = useAccount();
	const navigate = useNavigate();
	return (entityId) => ({
		id: "history",
		label: t("history"),
		icon: <IconHistory size={16} stroke={1.7} />,
		denial: historyDenial(me.role),
		onRun: () => void navigate({ to: "/accounts/audit/", search: { entity: entityId } }),
	});
}
