() => {
  const canvas = document.querySelector("#picture canvas");
  const { width, height } = canvas;
  const points = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, width, height).data.buffer);
  return { width, height, colours: new Set(points).size };
}
