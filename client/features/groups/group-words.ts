import type { GroupKind } from "../../../shared/group";

export const kindWords: Record<GroupKind, { label: string; meaning: string }> = {
	static: { label: "Chosen devices", meaning: "Its devices were put into it one by one" },
	dynamic: { label: "By filter", meaning: "It holds every device its filter fits, also those added later" },
};
