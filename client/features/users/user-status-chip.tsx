import type { User } from "../../../shared/account";
import { StatusChip } from "../../ui/feedback/status-chip";
import { statusLabelOf } from "./user-labels";

export function UserStatusChip({ user }: { user: Pick<User, "status" | "invitation"> }) {
	const { label, tone } = statusLabelOf(user);
	return <StatusChip tone={tone}>{label}</StatusChip>;
}
