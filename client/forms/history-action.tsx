import { IconHistory } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useAccount } from "../api/account";
import { historyDenial } from "../entities/labels";
import type { RowAction } from "../ui/table/row-menu";

/** The way from an entity's page to its lines of the audit log. */
export function useHistoryAction(entityId: string): RowAction {
	return useHistoryActions()(entityId);
}

/** The same for each row of a list. */
export function useHistoryActions(): (entityId: string) => RowAction {
	const { me } = useAccount();
	const navigate = useNavigate();
	return (entityId) => ({
		id: "history",
		label: "History",
		icon: <IconHistory size={16} stroke={1.7} />,
		denial: historyDenial(me.role),
		onRun: () => void navigate({ to: "/accounts/audit/", search: { entity: entityId } }),
	});
}
