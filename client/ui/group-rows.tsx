import type { GroupListRow } from "../../shared/group";
import { countOf } from "./count-words";
import { TextLink } from "./link";
import { Rows } from "./rows";

/** Groups something refers to. */
export function GroupRows({ groups }: { groups: GroupListRow[] }) {
	return (
		<Rows
			rows={groups.map(({ id, name, description, deviceCount }) => ({
				key: id,
				name: (
					<TextLink to="/groups/$groupId" params={{ groupId: id }}>
						{name}
					</TextLink>
				),
				under: description,
				end: countOf(deviceCount, "device"),
			}))}
		/>
	);
}
