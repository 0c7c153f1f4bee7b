import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { SavedViewId } from "../base/ids";
import { nameText } from "../base/name-text";

export const mostViews = 100;

/** Screens whose whole state is in the URL. */
export const ViewScreen = z.enum(["log", "devices", "groups", "events", "contacts", "users"]);
export type ViewScreen = z.infer<typeof ViewScreen>;

const viewFields = {
	name: nameText(errorKey("name.missing")),
	search: z.string().check(z.maxLength(2_000, errorKey("view.tooLarge"))),
	isShared: z.boolean(),
};

export const SavedView = z.object({
	id: SavedViewId,
	screen: ViewScreen,
	name: z.string(),
	search: z.string(),
	isShared: z.boolean(),
	author: z.nullable(z.string()),
	isEditable: z.boolean(),
	version: z.number(),
});
export type SavedView = z.infer<typeof SavedView>;

export const CreateView = z.object({ screen: ViewScreen, ...viewFields });
export type CreateView = z.infer<typeof CreateView>;

export const UpdateView = z.object({ viewId: SavedViewId, version: z.int(), ...viewFields });
export type UpdateView = z.infer<typeof UpdateView>;

export const ViewTarget = z.object({ viewId: SavedViewId });
export type ViewTarget = z.infer<typeof ViewTarget>;
