import { GetGroup } from "../../shared/group";
import { procedureFor, router } from "../trpc";
import { getGroup } from "./get-group";
import { getGroups } from "./get-groups";

export const groupRouter = router({
	getGroups: procedureFor("viewFleet").query(({ ctx }) => getGroups({ ctx, input: undefined })),
	getGroup: procedureFor("viewFleet").input(GetGroup).query(getGroup),
});
