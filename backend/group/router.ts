import { CreateGroup, GetGroup, GroupsTarget, MergeGroups, UpdateGroup } from "../../shared/group";
import { procedureFor, router } from "../trpc";
import { createGroup } from "./create-group";
import { deleteGroups } from "./delete-groups";
import { getGroup } from "./get-group";
import { getGroups } from "./get-groups";
import { mergeGroups } from "./merge-groups";
import { updateGroup } from "./update-group";

export const groupRouter = router({
	getGroups: procedureFor("viewFleet").query(({ ctx }) => getGroups({ ctx, input: undefined })),
	getGroup: procedureFor("viewFleet").input(GetGroup).query(getGroup),
	createGroup: procedureFor("editGroups").input(CreateGroup).mutation(createGroup),
	updateGroup: procedureFor("editGroups").input(UpdateGroup).mutation(updateGroup),
	deleteGroups: procedureFor("editGroups").input(GroupsTarget).mutation(deleteGroups),
	mergeGroups: procedureFor("editGroups").input(MergeGroups).mutation(mergeGroups),
});
