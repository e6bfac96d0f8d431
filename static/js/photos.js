// A photo is made smaller on the phone before it goes through the hall's network. Without this script it goes as it is.
(() => {
  const LONGEST_SIDE = 2000;
  const QUALITY = 0.85;

  const smaller = async (file) => {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return blob && blob.size < file.size ? new File([blob], "photo.jpg", { type: "image/jpeg" }) : file;
  };

  for (const form of document.querySelectorAll("[data-photo]")) {
    const field = form.querySelector("input[type=file]");
    const button = form.querySelector("button");
    field.addEventListener("change", async () => {
      const [file] = field.files;
      if (!file) return;
      button.disabled = true;
      try {
        const files = new DataTransfer();
        files.items.add(await smaller(file));
        field.files = files.files;
      } catch {
        // What can't be read here goes as it is: the server says what is wrong with it.
      } finally {
        button.disabled = false;
      }
    });
  }
})();
